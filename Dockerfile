# syntax=docker/dockerfile:1

FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
# The planner first: the program embeds it.
RUN cargo xtask web --release \
 && cargo build --release --locked --package podwright-server

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --home-dir /var/lib/podwright --create-home podwright
COPY --from=build /src/target/release/podwright /usr/local/bin/podwright
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/podwright/
# By number, so that an orchestrator can tell that it is not root.
USER 10001
# Where the SQLite file lies when DATABASE_URL is not set.
WORKDIR /var/lib/podwright
VOLUME /var/lib/podwright
EXPOSE 8080
# Without curl in the image, bash asks.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200'"]
ENTRYPOINT ["podwright"]
CMD ["serve", "--listen", "0.0.0.0:8080"]
