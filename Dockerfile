# syntax=docker/dockerfile:1

FROM node:22-bookworm-slim AS build
WORKDIR /app
# The manifests first: as long as they stand, so does the layer of the dependencies.
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY contract/package.json contract/
COPY console/package.json console/
COPY server/package.json server/
COPY bench/package.json bench/
RUN npm ci
COPY LICENSE ./
COPY client client
COPY contract contract
COPY console console
COPY server server
COPY scripts/build.mjs scripts/
COPY scripts/build scripts/build
RUN mkdir /package && npm pack --workspace server --pack-destination /package
# The package as anybody installs it, without the SQLite for a Node that has none of its own.
WORKDIR /install
RUN npm install --omit=dev --no-audit --no-fund /package/inkstone-*.tgz \
    && rm -rf node_modules/inkstone/dist/sqlite

FROM node:22-bookworm-slim
# pg_dump and its kin, of the server's version, for backups on PostgreSQL. Empty leaves them out.
ARG POSTGRES_CLIENT=postgresql-client-15
RUN if [ -n "$POSTGRES_CLIENT" ]; then \
      apt-get update \
      && apt-get install --yes --no-install-recommends "$POSTGRES_CLIENT" \
      && rm -rf /var/lib/apt/lists/*; \
    fi \
    && install -d -o node -g node /data
WORKDIR /app
COPY --from=build /install/node_modules node_modules
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "node_modules/inkstone/bin/inkstone.mjs"]
CMD ["serve"]
