import { clientApi } from '#kit/common/client/client-facts.ts';
import type { GateRequest, Terminal } from '#kit/server/client/terminal-gate.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { classOfPlatform } from '../common/terminal-facts.ts';
import { fixedPolicy } from './policy.ts';

type Facts = Pick<Terminal, 'clientApi' | 'appKey' | 'platform' | 'buildNo' | 'installId'>;

/** What each header must look like. */
const shapes = {
  clientApi: /^\d{1,4}$/,
  appKey: /^[\w.-]{1,64}$/,
  platform: /^\d{1,2}$/,
  buildNo: /^\d{1,9}$/,
  installId: /^[\w-]{16,64}$/,
} as const;

/** Reads what a terminal says about itself: 23001 for what is missing or malformed, 23003 for calls of another version, 23002 for an application or a platform that is not known. */
export function readHeaders(request: GateRequest, isApp: (appKey: string) => boolean = () => false): Facts {
  const given = Object.keys(shapes).map((name) => [name, request.headers[name.toLowerCase()]] as const);
  const wrong = given.filter(([name, value]) => typeof value !== 'string' || !shapes[name as keyof typeof shapes].test(value));
  if (wrong.length > 0) {
    const names = wrong.map(([name]) => name).join(', ');
    throw new Refusal(23001, { names }, { names: wrong.map(([name]) => name) });
  }
  const said = Object.fromEntries(given) as Record<keyof typeof shapes, string>;
  const version = Number(said.clientApi);
  if (version < clientApi.least || version > clientApi.most) throw new Refusal(23003, {}, { ...clientApi });
  const platform = Number(said.platform);
  if (!(platform in classOfPlatform) || !(fixedPolicy.appKeys.includes(said.appKey) || isApp(said.appKey))) throw new Refusal(23002);
  return { clientApi: version, appKey: said.appKey, platform, buildNo: Number(said.buildNo), installId: said.installId };
}
