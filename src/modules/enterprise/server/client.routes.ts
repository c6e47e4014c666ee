import { platforms } from '#kit/common/client/platforms.ts';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { clientFileCheck, clientLimits, type ClientVerdict, type MemberVerdicts } from '../common/client.contract.ts';
import { fileActions, memberActions } from '../common/limit-words.ts';
import type { Verdict } from './limits/limit-book.ts';
import { limitGeneration } from './limits/limit-changes.ts';
import { limitsOf } from './limits/open-limits.ts';

/** By what a terminal is refused: a limit of place and files, or one of people. */
const refusedHere = 11052;
const refusedPair = 11055;

/** Where the terminal is: its platform as the session has it, its address as the server saw it. */
function placeOf({ terminal, caller }: ClientCall) {
  const platform = platforms.find((one) => one === terminal.platform);
  if (platform === undefined) throw new Error(`A terminal of platform ${terminal.platform} was let in`);
  return { platform, address: caller.address || null };
}

function shown({ caller, services }: ClientCall, verdict: Verdict | undefined): ClientVerdict {
  if (!verdict || verdict.allowed) return { allowed: true, code: 0, text: null };
  const code = verdict.by === 'memberLimit' ? refusedPair : refusedHere;
  const text = services.texts.text(caller.language, 'system', `error.${code}`, { name: verdict.rule?.name ?? '' });
  return { allowed: false, code, text };
}

/** A decision about a file: counted by the rule that made it, also by one that only looks on. */
async function checkFile(call: ClientCall, { action }: ClientInput<typeof clientFileCheck>): Promise<ClientVerdict> {
  return shown(call, await limitsOf(call.services).file(sessionOf(call).uid, action, placeOf(call)));
}

/** Everything at once: nobody acts yet, so nothing is counted. */
async function readLimits(call: ClientCall, { people }: ClientInput<typeof clientLimits>): Promise<ClientReply<typeof clientLimits>> {
  const { uid } = sessionOf(call);
  const limits = limitsOf(call.services).tried;
  const place = placeOf(call);
  const [upload, download, preview, forward] = await Promise.all(fileActions.map((action) => limits.file(uid, action, place)));
  const says = (verdict: Verdict | undefined): ClientVerdict => shown(call, verdict);
  const message = says(await limits.message(uid, place));
  return {
    epoch: await limitGeneration(call.db),
    actions: { upload: says(upload), download: says(download), preview: says(preview), forward: says(forward), message },
    people: await pairs(call, uid, [...new Set(people)]),
  };
}

async function pairs(call: ClientCall, uid: string, people: readonly string[]): Promise<MemberVerdicts[]> {
  if (people.length === 0) return [];
  const limits = limitsOf(call.services).tried;
  const free: ClientVerdict = { allowed: true, code: 0, text: null };
  const found = new Map(people.map((id) => [id, { id, chat: free, createGroup: free, addToGroup: free, call: free, sendFile: free }]));
  for (const action of memberActions) {
    const verdicts = await limits.members(uid, people, { action });
    for (const [id, verdict] of verdicts) found.get(id)![action] = shown(call, verdict);
  }
  return [...found.values()];
}

/** What terminals ask of limits. */
export const limitClientRoutes: readonly BoundClientRoute[] = [
  handleClient(clientFileCheck, checkFile),
  handleClient(clientLimits, readLimits),
];
