//! Places labels along a line so that none covers another.

/// A label that wants a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// Where its middle would like to be, CSS px.
    pub at: f64,
    /// How much room it takes, CSS px.
    pub size: f64,
}

/// Middles for the labels, in the order of the wishes: none overlaps another, the order of the wishes along the line is
/// kept, all lie inside `from`..`to` where they fit, and each is as near to its wish as a greedy sweep gets it.
///
/// Where they do not fit together, all are packed from `from` on and the last run over `to`: the caller gives more room.
pub fn spread(wishes: &[Wish], (from, to): (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_unstable_by(|&a, &b| wishes[a].at.total_cmp(&wishes[b].at).then(a.cmp(&b)));

    // Clusters of labels that touch move together: each sits at the mean of the starts that its members wish for.
    let mut clusters: Vec<Cluster> = Vec::new();
    for &i in &order {
        let wish = wishes[i];
        let at = if wish.at.is_finite() { wish.at } else { from };
        clusters.push(Cluster {
            members: 1,
            sum: at - wish.size / 2.0,
            size: wish.size,
            start: at - wish.size / 2.0,
        });
        while let Some(last) = clusters.last_mut() {
            last.start = (last.sum / last.members as f64)
                .min(to - last.size)
                .max(from);
            let Some([before, last]) = clusters.last_chunk::<2>() else {
                break;
            };
            if before.start + before.size <= last.start + 1e-9 {
                break;
            }
            let joined = Cluster {
                members: before.members + last.members,
                sum: before.sum + last.sum - last.members as f64 * before.size,
                size: before.size + last.size,
                start: before.start,
            };
            clusters.truncate(clusters.len() - 2);
            clusters.push(joined);
        }
    }

    let mut out = vec![from; wishes.len()];
    let mut order = order.into_iter();
    for cluster in clusters {
        let mut y = cluster.start;
        for i in order.by_ref().take(cluster.members) {
            out[i] = y + wishes[i].size / 2.0;
            y += wishes[i].size;
        }
    }
    out
}

struct Cluster {
    members: usize,
    /// Sum over the members of the start that each would give the cluster.
    sum: f64,
    size: f64,
    start: f64,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn labels_with_room_stay_and_close_ones_part() {
        let wish = |at| Wish { at, size: 15.0 };
        assert_eq!(
            spread(&[wish(20.0), wish(100.0)], (0.0, 300.0)),
            [20.0, 100.0]
        );
        assert_eq!(
            spread(&[wish(100.0), wish(100.0)], (0.0, 300.0)),
            [92.5, 107.5]
        );
        assert_eq!(spread(&[wish(0.0)], (10.0, 300.0)), [17.5]);
    }

    proptest! {
        #[test]
        fn nothing_overlaps(raw in prop::collection::vec((-50.0..450.0_f64, 8.0..32.0_f64), 0..8)) {
            let wishes: Vec<Wish> = raw.iter().map(|&(at, size)| Wish { at, size }).collect();
            let places = spread(&wishes, (0.0, 400.0));
            let mut boxes: Vec<(f64, f64)> = places.iter().zip(&wishes)
                .map(|(&y, w)| (y - w.size / 2.0, y + w.size / 2.0)).collect();
            boxes.sort_by(|a, b| a.0.total_cmp(&b.0));
            for pair in boxes.windows(2) {
                prop_assert!(pair[0].1 <= pair[1].0 + 1e-6);
            }
            for (low, high) in boxes {
                prop_assert!(low >= -1e-6 && high <= 400.0 + 1e-6);
            }
        }
    }
}
