# A server with the page and all games. `docker compose up` adds Postgres.
FROM node:24-slim AS build
WORKDIR /ludoforge
COPY . .
RUN npm install --include=dev --no-audit --no-fund --workspace=packages/cli \
  && node scripts/build.mjs command page \
  && mkdir /packed \
  && npm pack --pack-destination=/packed --workspace=packages/cli --workspace=packages/web --workspace=games

# Only what the command needs: its bundle, the page, the games and SQLite.
FROM node:24-slim
WORKDIR /ludoforge
RUN --mount=type=bind,from=build,source=/packed,target=/packed \
  npm install --no-audit --no-fund --omit=dev /packed/*.tgz \
  && mkdir /data \
  && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:8080/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/ludoforge", "serve", "--host", "0.0.0.0", "--port", "8080", "--data", "/data"]
