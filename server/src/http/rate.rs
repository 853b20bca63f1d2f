//! How often one client may ask: by address for everyone, by token besides.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::extract::bearer;
use super::problem::{Problem, ProblemCode};
use super::state::{App, Limits};
use crate::secrets::{self, Hash};

/// Who is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Client {
    /// An address; of IPv6 the network of 64 bits, since one customer has all of it.
    Address(Option<IpAddr>),
    /// A token.
    Token(Hash),
}

/// The counters of all clients; without a limit there are none.
pub struct RateLimits {
    limiter: Option<DefaultKeyedRateLimiter<Client>>,
    clock: DefaultClock,
    trust_forwarded: bool,
}

impl RateLimits {
    /// Counters for these limits.
    pub fn new(limits: &Limits) -> Self {
        let limiter = NonZeroU32::new(limits.requests_per_second).map(|rate| {
            let burst = rate.saturating_mul(NonZeroU32::MIN.saturating_add(9));
            RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst))
        });
        Self {
            limiter,
            clock: DefaultClock::default(),
            trust_forwarded: limits.trust_forwarded,
        }
    }

    /// Forgets clients that have not asked for a while.
    pub fn forget_idle(&self) {
        if let Some(limiter) = &self.limiter {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }

    /// Counts a request; the error is the time to wait, whole seconds.
    fn count(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> Result<(), u64> {
        let Some(limiter) = &self.limiter else {
            return Ok(());
        };
        let check = |client: &Client| {
            limiter.check_key(client).map_err(|not_until| {
                not_until
                    .wait_time_from(self.clock.now())
                    .as_secs()
                    .saturating_add(1)
            })
        };
        // The address first: tokens that are made up for every request get no further than it.
        let address = if self.trust_forwarded {
            forwarded(headers).or(peer)
        } else {
            peer
        };
        check(&Client::Address(address.map(network)))?;
        match bearer(headers) {
            Some(token) => check(&Client::Token(secrets::hash(token.as_bytes()))),
            None => Ok(()),
        }
    }
}

fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers
        .get_all("x-forwarded-for")
        .iter()
        .next_back()?
        .to_str()
        .ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}

fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => v6.to_ipv4_mapped().map_or_else(
            || IpAddr::from((u128::from(v6) >> 64 << 64).to_be_bytes()),
            IpAddr::V4,
        ),
    }
}

/// The layer that refuses a client who asks too often.
pub async fn limit(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let peer = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map(|info| info.0.ip());
    app.rates()
        .count(peer, request.headers())
        .map_err(|seconds| {
            Problem::new(
                ProblemCode::RateLimited,
                format!("too many requests; go on in {seconds} s"),
            )
            .retry_after(seconds)
        })?;
    Ok(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn addresses_are_counted_by_network() {
        let of = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(of("192.0.2.7"), "192.0.2.7");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("::ffff:192.0.2.7"), "192.0.2.7");
    }

    #[test]
    fn made_up_tokens_do_not_widen_the_limit() {
        let limits = RateLimits::new(&Limits {
            requests_per_second: 1,
            ..Limits::default()
        });
        let ask = |i: u32| {
            let mut headers = HeaderMap::new();
            let value = HeaderValue::from_str(&format!("Bearer made-up-{i}")).unwrap();
            headers.insert("authorization", value);
            limits.count(None, &headers)
        };
        assert!((0..10).all(|i| ask(i).is_ok()));
        assert!((10..20).any(|i| ask(i).is_err()));
    }

    #[test]
    fn the_nearest_proxy_has_the_last_word() {
        let mut headers = HeaderMap::new();
        headers.insert(
            "x-forwarded-for",
            HeaderValue::from_static("203.0.113.9, 192.0.2.7"),
        );
        assert_eq!(forwarded(&headers), Some("192.0.2.7".parse().unwrap()));
    }
}
