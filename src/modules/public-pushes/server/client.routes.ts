import { handleClient, type BoundClientRoute } from '#kit/server/client/handle-client.ts';
import * as contract from '../common/client.contract.ts';
import { readArticle } from './client/article.ts';
import { takeEvents } from './client/events.ts';
import { acknowledge, listRecalls } from './client/recalls.ts';

/** What terminals read of pushes, and report. */
export const pushClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.snoArticle, readArticle),
  handleClient(contract.snoEvent, takeEvents),
  handleClient(contract.snoRecall, listRecalls),
  handleClient(contract.snoRecallAck, acknowledge),
];
