import { writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { embeddedConnection, extensions } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { say } from './support/command.ts';
import { generateSchema, schemaFile } from './support/generate-schema.ts';

/** Regenerates the types of all tables, from an empty database that the migrations are applied to. */

const connection = embeddedConnection(await PGlite.create({ extensions }));
await migrate(connection);
writeFileSync(schemaFile, await generateSchema(connection.db));
await connection.close();
say(`Written: ${schemaFile}`);
