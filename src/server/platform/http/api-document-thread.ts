import { parentPort } from 'node:worker_threads';
import { makeApiDocument } from '#server/platform/http/make-api-document.ts';

/** The thread in which `npm run dev` makes the API reference. */

parentPort?.postMessage(await makeApiDocument());
