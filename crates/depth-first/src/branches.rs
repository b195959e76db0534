//! Where branches meet: the detection of source nodes along the line.
//!
//! What is remembered of parents is in [`Sources`]; here they are followed up to the line, and the children at the heads
//! of the branches are marked, so that they are counted together.

use crate::line::Line;
use crate::sources::Sources;

impl Line {
    /// Follows the parents of children that were generated elsewhere before, and marks the heads of branches that meet.
    pub(crate) fn detect_sources(&mut self, first: usize) {
        let Some(mut sources) = self.sources.take() else { return };
        let place = self.frames.len() - 1;
        let own = self.key_at(place as u32);
        let heads = sources.heads(own);
        for node in first..self.nodes.len() {
            let key = self.nodes[node].key;
            self.nodes[node].merged = (node - first) < 64 && heads >> (node - first) & 1 == 1;
            if self.nodes[node].is_solved() {
                continue;
            }
            match sources.parent(key) {
                None => sources.note(key, own),
                Some(parent) if parent != own => self.follow(&mut sources, key, parent, place),
                Some(_) => {}
            }
        }
        self.sources = Some(sources);
    }

    /// Follows the parents of a node until one stands on the line above a place.
    fn follow(&mut self, sources: &mut Sources, mut below: u64, mut at: u64, place: usize) {
        for _ in 0..=place {
            let here = |&other: &u32| self.key_at(other) == at;
            if let Some(&source) = self.places.find(at, here) {
                let source = source as usize;
                if source < place {
                    let (frame, next) = (self.frames[source], self.frames[source + 1]);
                    let mut children = frame.first..next.first;
                    if let Some(other) = children.find(|&child| self.nodes[child].key == below)
                        && other != next.node
                    {
                        for head in [other, next.node] {
                            self.nodes[head].merged = true;
                            sources.mark(at, head - frame.first);
                            self.note_change(source, head);
                        }
                    }
                }
                return;
            }
            let Some(parent) = sources.parent(at) else { return };
            (below, at) = (at, parent);
        }
    }
}
