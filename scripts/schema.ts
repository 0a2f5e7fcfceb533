import { writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { embeddedConnection, extensions } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { describeSchema, snapshotFile } from '#test/support/describe-schema.ts';
import { say } from './support/command.ts';
import { generateSchema, schemaFile } from './support/generate-schema.ts';

/**
 * Writes the types of all tables and the snapshot of the schema again, from an empty database that the migrations are
 * applied to.
 */

const connection = embeddedConnection(await PGlite.create({ extensions }));
await migrate(connection);
writeFileSync(schemaFile, await generateSchema(connection.db));
writeFileSync(snapshotFile, await describeSchema(connection.db));
await connection.close();
say(`Written: ${schemaFile}, ${snapshotFile}`);
