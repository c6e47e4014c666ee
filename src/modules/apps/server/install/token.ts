import type { Services } from '#kit/server/services.ts';
import { isSame } from '#platform/secrets/is-same.ts';

/** What a token of an address opens: the package of a version for a while, an install link, or the page of a link for who showed that they may. */
export interface TokenFacts {
  /** `d`: files of one version; `l`: an install link; `p`: the page of an install link; `f`: that page, once a second factor is proven. */
  readonly kind: 'd' | 'l' | 'p' | 'f';
  /** Id of the version or the link. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly until: number;
  /** Of files the link by which they are fetched, of a page who signed in. */
  readonly by?: string | undefined;
}

const kinds: readonly string[] = ['d', 'l', 'p', 'f'];
const macBytes = 18;

const sign = (services: Pick<Services, 'secrets'>, body: string): string =>
  services.secrets.mac('install.token', body).subarray(0, macBytes).toString('base64url');

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** A token that can't be made by others: facts, and a MAC over them. */
export function tokenOf(services: Pick<Services, 'secrets'>, { kind, id, until, by }: TokenFacts): string {
  const body = Buffer.concat([
    Buffer.from(kind),
    bytesOf(id),
    Buffer.from(until.toString(16).padStart(12, '0'), 'hex'),
    ...(by === undefined ? [] : [bytesOf(by)]),
  ]).toString('base64url');
  return `${body}.${sign(services, body)}`;
}

/** Reads a token; undefined for what was not made here. */
export function readToken(services: Pick<Services, 'secrets'>, token: string): TokenFacts | undefined {
  const [body = '', mac = ''] = token.split('.');
  if (!isSame(mac, sign(services, body))) return undefined;
  const bytes = Buffer.from(body, 'base64url');
  if (bytes.length !== 23 && bytes.length !== 39) return undefined;
  const idAt = (start: number): string => {
    const hex = bytes.toString('hex', start, start + 16);
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
  const kind = bytes.toString('latin1', 0, 1);
  if (!kinds.includes(kind)) return undefined;
  const until = Number.parseInt(bytes.toString('hex', 17, 23), 16);
  return { kind: kind as TokenFacts['kind'], id: idAt(1), until, ...(bytes.length === 39 && { by: idAt(23) }) };
}

/** How long the address of a package holds that a terminal was given. */
export const downloadMillis = 15 * 60_000;

/** Name of the package file by its kind, as phones expect it. */
export const packageName = (kind: string | null): string => (kind === 'ipa' ? 'app.ipa' : kind === 'apk' ? 'app.apk' : 'file.bin');

/** Origin under which phones reach this product. */
export const originOf = ({ settings }: Pick<Services, 'settings'>, fallback: string): string =>
  (settings.publicUrl ?? fallback).replace(/\/+$/, '');
