import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** PKCS #8 head of an Ed25519 key of 32 bytes (RFC 8410). */
const head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key that signs packages, derived from the master key: every node has the same. */
const keyOf = (secrets: Pick<Secrets, 'mac'>): KeyObject =>
  createPrivateKey({ key: Buffer.concat([head, secrets.mac('widget package signature', 'ed25519')]), format: 'der', type: 'pkcs8' });

/** Signs what a terminal checks a package by: widget, build and digest. */
export const signPackage = (secrets: Pick<Secrets, 'mac'>, widgetId: string, one: { buildNo: number; sha256: string }): string =>
  sign(null, Buffer.from(`${widgetId}\n${one.buildNo}\n${one.sha256}`), keyOf(secrets)).toString('base64url');

/** The raw public key, base64url. */
export const packageKey = (secrets: Pick<Secrets, 'mac'>): string => String(createPublicKey(keyOf(secrets)).export({ format: 'jwk' }).x);
