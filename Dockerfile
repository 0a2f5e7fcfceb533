# Builds the web application, then keeps what the server needs to run. See docs/operations.md.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
RUN npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/src ./src
RUN mkdir /data && chown node:node /data
# The server writes into /data alone.
USER node
VOLUME /data
EXPOSE 3000
# The container is well as long as the server lives; whether it can do its work is /api/ready.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/health').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
# Not through npm, which would keep the signals to itself.
CMD ["node", "src/server/main.ts"]
