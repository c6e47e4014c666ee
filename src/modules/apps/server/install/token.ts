import { timingSafeEqual } from 'node:crypto';
import type { Services } from '#kit/server/services.ts';

/** What a token of an address opens: the package of a version for a while, or an install link. */
export interface TokenFacts {
  /** `d`: files of one version; `l`: an install link. */
  readonly kind: 'd' | 'l';
  /** Id of the version or the link. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

const sign = (services: Pick<Services, 'secrets'>, body: string): Buffer => services.secrets.mac('install.token', body);

/** A token that can't be made by others: facts, and a MAC over them. */
export function tokenOf(services: Pick<Services, 'secrets'>, { kind, id, until }: TokenFacts): string {
  const body = Buffer.concat([
    Buffer.from(kind),
    Buffer.from(id.replaceAll('-', ''), 'hex'),
    Buffer.from(until.toString(16).padStart(12, '0'), 'hex'),
  ]).toString('base64url');
  return `${body}.${sign(services, body).subarray(0, 18).toString('base64url')}`;
}

/** Reads a token; undefined for what was not made here. */
export function readToken(services: Pick<Services, 'secrets'>, token: string): TokenFacts | undefined {
  const [body = '', mac = ''] = token.split('.');
  const [own, given] = [sign(services, body).subarray(0, 18), Buffer.from(mac, 'base64url')];
  if (given.length !== own.length || !timingSafeEqual(own, given)) return undefined;
  const bytes = Buffer.from(body, 'base64url');
  if (bytes.length !== 23) return undefined;
  const hex = bytes.toString('hex', 1, 17);
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  const kind = bytes.toString('latin1', 0, 1);
  return kind === 'd' || kind === 'l' ? { kind, id, until: Number.parseInt(bytes.toString('hex', 17), 16) } : undefined;
}

/** How long the address of a package holds that a terminal was given. */
export const downloadMillis = 15 * 60_000;

/** Name of the package file by its kind, as phones expect it. */
export const packageName = (kind: string | null): string => (kind === 'ipa' ? 'app.ipa' : kind === 'apk' ? 'app.apk' : 'file.bin');

/** Origin under which phones reach this product. */
export const originOf = ({ settings }: Pick<Services, 'settings'>, fallback: string): string =>
  (settings.publicUrl ?? fallback).replace(/\/+$/, '');
