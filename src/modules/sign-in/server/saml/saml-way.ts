import { randomBytes } from 'node:crypto';
import { SamlStatusError } from '@node-saml/node-saml';
import type { Services } from '#kit/server/services.ts';
import { certificatesIn } from '#platform/secrets/certificates.ts';
import { AnswerRefused } from '../answer-refused.ts';
import { logoutOf } from '../auth-setting/auth-setting.view.ts';
import { WayFailure } from '../failure.ts';
import type { OpenSetting, RedirectWay } from '../redirect-way.ts';
import { assertionOf, identityOf } from './assertion.ts';
import { withoutEncryption } from './decrypt-assertion.ts';
import { configOf, entityIdOf, refusedFor, samlFor, skewMillis } from './saml-client.ts';
import { documentIn } from './saml-document.ts';
import { samlKey } from './saml-keys.ts';
import { metadataDocument } from './saml-metadata.ts';
import { believeSignOut, endedBy, signOutThere } from './saml-sign-out.ts';

/** The document by which a provider gets to know us. */
export async function samlMetadata(services: Services, open: OpenSetting): Promise<string> {
  const { callback, setting } = open;
  const [signing, encryption] = [await samlKey(services, 'signing'), await samlKey(services, 'encryption')];
  return metadataDocument({
    entityId: entityIdOf(configOf(open), callback),
    callback,
    logout: logoutOf(callback, setting) ?? '',
    signing: signing.certificate,
    encryption: encryption.certificate,
  });
}

/** SAML 2.0 web browser profile, begun by us: request by redirect, answer by form. */
export const samlWay: RedirectWay = {
  posts: true,
  start: async (_services, open, state) => {
    const asked = { id: `_${randomBytes(20).toString('hex')}`, at: new Date().toISOString(), callback: open.callback };
    const address = await samlFor(configOf(open), asked).getAuthorizeUrlAsync(state, undefined, {});
    return { address, kept: asked };
  },
  finish: async (services, open, { parameters, kept }) => {
    const config = configOf(open);
    const sent = documentIn(parameters.get('SAMLResponse') ?? '');
    const xml = await withoutEncryption(sent, async () => (await samlKey(services, 'encryption')).key);
    const asked = { id: kept['id'] ?? '', at: kept['at'] ?? '', callback: kept['callback'] ?? '' };
    const answer = await samlFor(config, asked)
      .validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
      .catch((error: unknown) => Promise.reject(refusedBy(error)));
    const { issuer, confirmations, ...assertion } = assertionOf(answer.profile?.getAssertion?.());
    // The library looks at the issuer of a sign-out only.
    if (issuer !== config.idpIssuer) throw new AnswerRefused('issuer');
    // Outside of the assertion nothing is signed, so it must say itself which request it answers, and where.
    if (!confirmations.some(({ inResponseTo }) => inResponseTo === asked.id)) throw new AnswerRefused('nonce');
    const now = Date.now() - skewMillis;
    const fits = confirmations.some(
      (one) => one.inResponseTo === asked.id && one.recipient === asked.callback && one.bearer && Date.parse(one.notOnOrAfter) > now,
    );
    if (!fits) throw new AnswerRefused('audience');
    const { nameId, sessionIndex, nameParts } = assertion;
    // Who is named by attributes alone can't be named in a sign-out.
    const link = nameId === '' ? undefined : { subject: nameId, key: sessionIndex, kept: nameParts };
    return { ...identityOf(assertion, open.setting.assurance), link };
  },
  signOut: signOutThere,
  ended: endedBy,
  signedOut: believeSignOut,
  test: async (_services, open, trace) => {
    const certificates = certificatesIn(configOf(open).certificates) ?? [];
    const last = Math.max(0, ...certificates.map(({ validTo }) => Date.parse(validTo)));
    const detail = certificates.map(({ subject, validTo }) => `${subject.replaceAll('\n', ', ')} (${validTo})`).join('; ');
    await trace('certificates', detail, async () => {
      if (last < Date.now()) throw new WayFailure('certificate');
    });
  },
};

/** Which check of the library the answer failed. */
function refusedBy(error: unknown): AnswerRefused {
  if (error instanceof SamlStatusError) return new AnswerRefused('denied', error);
  const message = error instanceof Error ? error.message : '';
  // An assertion without conditions has no audience either.
  if (error instanceof TypeError && message.includes('AudienceRestriction')) return new AnswerRefused('audience', error);
  return refusedFor(error);
}
