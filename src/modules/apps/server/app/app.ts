import { randomBytes } from 'node:crypto';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import { app } from '../../common/app.contract.ts';
import { directory } from '../directory.ts';
import './app.table.ts';

/** Apps on the server. */
export const apps = crudServer(app, {
  table: 'app',
  directory,
  tidy: (entered) => ({ ...entered, ...(entered.appKey === '' && { appKey: randomBytes(8).toString('hex') }) }),
  rows: async (_means, found) => found.map(() => ({ platforms: [] })),
});
