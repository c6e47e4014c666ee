import { handleClient, type BoundClientRoute } from '#kit/server/client/handle-client.ts';
import * as reading from '../../common/terminal/read.contract.ts';
import * as writing from '../../common/terminal/write.contract.ts';
import { draft, send, undoSend } from '../sending/queue.ts';
import { part } from './part.ts';
import { accounts, changes, folders, get, list, search } from './read.ts';
import { attach, flag, move, remove, signIn } from './write.ts';

/** Mail on terminals. */
export const mailClientRoutes: readonly BoundClientRoute[] = [
  handleClient(reading.clientMailAccounts, accounts),
  handleClient(reading.clientMailFolders, folders),
  handleClient(reading.clientMailList, list),
  handleClient(reading.clientMailGet, get),
  handleClient(reading.clientMailPart, part),
  handleClient(reading.clientMailSearch, search),
  handleClient(reading.clientMailChanges, changes),
  handleClient(writing.clientMailSignIn, signIn),
  handleClient(writing.clientMailFlag, flag),
  handleClient(writing.clientMailMove, move),
  handleClient(writing.clientMailDelete, remove),
  handleClient(writing.clientMailAttach, attach),
  handleClient(writing.clientMailDraft, draft),
  handleClient(writing.clientMailSend, send),
  handleClient(writing.clientMailUndoSend, undoSend),
];
