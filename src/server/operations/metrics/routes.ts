import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type DatabaseFigures, readFigures } from '#server/operations/metrics/queries.ts';
import { checks } from '#server/operations/watch/checks.ts';
import type { Deps } from '#server/platform/deps.ts';
import { requireToken } from '#server/platform/http/require-token.ts';
import { productVersion } from '#server/platform/version.ts';

// The totals of the ledger require reading all of it; frequent requests get cached ones for a while.
const figuresLiveFor = 30_000;

/**
 * Metrics for Prometheus at `/metrics`, for callers with the token of METRICS_TOKEN. Without a configured token,
 * there is nothing at this address. No metric contains personal data.
 */
export function operationRoutes(app: FastifyInstance, { db, config, pool }: Deps): void {
  const { metricsToken } = config;
  if (metricsToken === null) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'everycent_http_request_duration_seconds',
    help: 'How long responses took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    requests.observe(
      // The pattern: an address could contain search words, and each one would create a new series.
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    );
  });
  gauge(registry, 'everycent_build_info', 'The version of this server', ['version', 'node']).set(
    { version: productVersion, node: process.versions.node },
    1,
  );
  const disk = gauge(registry, 'everycent_disk_bytes', 'The disk of the data folder', ['what']);
  const show = databaseGauges(registry);
  const connections = gauge(
    registry,
    'everycent_database_connections',
    'Connections to the database',
    ['state'],
  );
  const up = gauge(registry, 'everycent_database_up', 'Whether the database responds', []);
  let figuresAt = 0;

  app.get('/metrics', { config: { access: 'token' } }, async (request, reply) => {
    requireToken(request, reply, { METRICS_TOKEN: metricsToken });
    try {
      if (Date.now() - figuresAt > figuresLiveFor) {
        show(await readFigures(db));
        figuresAt = Date.now();
      }
      up.set(1);
    } catch (error) {
      request.log.warn({ err: error }, 'The database metrics could not be read');
      up.set(0);
    }
    const { bavail, blocks, bsize } = await statfs(config.dataDir);
    disk.set({ what: 'free' }, bavail * bsize);
    disk.set({ what: 'all' }, blocks * bsize);
    for (const [state, count] of Object.entries(pool?.() ?? {})) connections.set({ state }, count);
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });
}

function databaseGauges(registry: Registry): (figures: DatabaseFigures) => void {
  const moved = gauge(registry, 'everycent_ledger_cents', 'Cents that moved, by kind of move', [
    'kind',
  ]);
  const jobs = gauge(registry, 'everycent_jobs', 'Unfinished jobs', ['queue', 'state']);
  const lastDone = gauge(registry, 'everycent_last_done_seconds', 'When it last ran', ['what']);
  const differences = gauge(
    registry,
    'everycent_ledger_differences',
    'Found by the last check of the ledger',
    [],
  );
  const alerts = gauge(registry, 'everycent_open_alerts', 'Items that need a person', []);
  const troubles = gauge(
    registry,
    'everycent_check_failed',
    'Whether the server itself has found something wrong, by what it looked at',
    ['check'],
  );
  const oldestMail = gauge(
    registry,
    'everycent_oldest_mail_seconds',
    'For how long the oldest email has been waiting to leave',
    [],
  );
  return (figures) => {
    for (const { kind, cents } of figures.moved) moved.set({ kind }, cents);
    // An empty queue has no row.
    jobs.reset();
    for (const { queue, state, jobs: count } of figures.jobs) jobs.set({ queue, state }, count);
    for (const { name, at, value } of figures.marks) {
      lastDone.set({ what: name }, at);
      if (name === 'ledger-check') differences.set(value);
    }
    alerts.set(figures.openAlerts);
    for (const check of Object.keys(checks)) {
      troubles.set({ check }, check in figures.troubles ? 1 : 0);
    }
    const { oldestMailSince: since } = figures;
    oldestMail.set(since === null ? 0 : (Date.now() - Date.parse(since)) / 1000);
  };
}

function gauge<L extends string>(registry: Registry, name: string, help: string, labelNames: L[]) {
  return new Gauge({ name, help, labelNames, registers: [registry] });
}
