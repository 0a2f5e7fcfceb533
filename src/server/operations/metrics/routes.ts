import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type DatabaseFigures, readFigures } from '#server/operations/metrics/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';

// The sums of the ledger read all of it; whoever asks every few seconds gets the same ones for a while.
const figuresLiveFor = 30_000;

/**
 * Figures for Prometheus at `/metrics`, for who has the token of METRICS_TOKEN. Without one there is nothing
 * at this address. No figure says anything about a person.
 */
export function operationRoutes(app: FastifyInstance, { db, config, pool }: Deps): void {
  const { metricsToken } = config;
  if (metricsToken === null) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'everycent_http_request_duration_seconds',
    help: 'How long answers took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    requests.observe(
      // The pattern: an address could hold search words, and each new one would be a new series.
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    );
  });
  const show = databaseGauges(registry);
  const connections = gauge(
    registry,
    'everycent_database_connections',
    'Connections to the database',
    ['state'],
  );
  const up = gauge(registry, 'everycent_database_up', 'Whether the database answers', []);
  let figuresAt = 0;

  app.get('/metrics', { config: { access: 'token' } }, async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('not_signed_in', 'This needs the token of METRICS_TOKEN.');
    }
    try {
      if (Date.now() - figuresAt > figuresLiveFor) {
        show(await readFigures(db));
        figuresAt = Date.now();
      }
      up.set(1);
    } catch (error) {
      request.log.warn({ err: error }, 'The figures of the database cannot be read');
      up.set(0);
    }
    for (const [state, count] of Object.entries(pool?.() ?? {})) connections.set({ state }, count);
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });
}

function databaseGauges(registry: Registry): (figures: DatabaseFigures) => void {
  const moved = gauge(registry, 'everycent_ledger_cents', 'Cents that moved, by kind of move', [
    'kind',
  ]);
  const jobs = gauge(registry, 'everycent_jobs', 'Jobs that are not done', ['queue', 'state']);
  const lastDone = gauge(registry, 'everycent_last_done_seconds', 'When it was last done', [
    'what',
  ]);
  const differences = gauge(
    registry,
    'everycent_ledger_differences',
    'Found by the last check of the ledger',
    [],
  );
  const alerts = gauge(registry, 'everycent_open_alerts', 'What waits for a person', []);
  return (figures) => {
    for (const { kind, cents } of figures.moved) moved.set({ kind }, cents);
    // A queue that has become empty is no row any more.
    jobs.reset();
    for (const { queue, state, jobs: count } of figures.jobs) jobs.set({ queue, state }, count);
    for (const { name, at, value } of figures.marks) {
      lastDone.set({ what: name }, at);
      if (name === 'ledger-check') differences.set(value);
    }
    alerts.set(figures.openAlerts);
  };
}

function gauge<L extends string>(registry: Registry, name: string, help: string, labelNames: L[]) {
  return new Gauge({ name, help, labelNames, registers: [registry] });
}

/** Takes the same time wherever they differ. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
