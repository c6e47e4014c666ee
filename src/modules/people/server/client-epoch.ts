import type { ClientEpoch } from '#kit/server/client/terminal-gate.ts';
import { personVersion } from './person-changes.ts';

/** Counts what was decided about one person: every change of their record is one. */
export const personEpoch: ClientEpoch = async (services, uid) => (uid === undefined ? {} : { person: await personVersion(services, uid) });
