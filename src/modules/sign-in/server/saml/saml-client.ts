import { SAML, ValidateInResponseTo, type SamlConfig as Options } from '@node-saml/node-saml';
import { samlConfig, type SamlConfig } from '../../common/auth-config.ts';
import { certificatesIn } from '#platform/secrets/certificates.ts';
import { AnswerRefused, type RefusalReason } from '../answer-refused.ts';
import { metadataOf } from '../auth-setting/auth-setting.view.ts';
import type { OpenSetting } from '../redirect-way.ts';

/** How far two clocks may differ. */
export const skewMillis = 60_000;
const requestMillis = 15 * 60_000;

/** How a provider is reached. */
export const configOf = ({ setting }: OpenSetting): SamlConfig => samlConfig.parse(setting.config);

/** A request of ours: its id, and where the answer has to come. */
export interface Asked {
  id: string;
  at: string;
  callback: string;
}

/** The library for one request; what it remembers of requests is the one that this browser began, and nothing else. */
export function samlFor(config: SamlConfig, asked: Asked, more: Partial<Options> = {}): SAML {
  const certificates = certificatesIn(config.certificates) ?? [];
  return new SAML({
    callbackUrl: asked.callback,
    entryPoint: config.entryPoint,
    issuer: entityIdOf(config, asked.callback),
    audience: entityIdOf(config, asked.callback),
    idpCert: certificates.map((one) => one.toString()),
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: skewMillis,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: requestMillis,
    generateUniqueId: () => asked.id,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === asked.id ? asked.at : null),
      removeAsync: async () => null,
    },
    ...more,
  });
}

/** The name by which the provider knows us. */
export const entityIdOf = ({ entityId }: SamlConfig, callback: string): string => (entityId === '' ? metadataOf(callback) : entityId);

const byWords: readonly [RegExp, RefusalReason][] = [
  [/InResponseTo/, 'nonce'],
  [/audience/i, 'audience'],
  [/issuer/i, 'issuer'],
  [/status code/i, 'denied'],
  [/not yet valid|expired|subject confirmation/i, 'time'],
  [/signature|signed|transform/i, 'signature'],
];

/** Which check of the library a message failed. */
function reasonIn(error: unknown): RefusalReason {
  const message = error instanceof Error ? error.message : '';
  return byWords.find(([words]) => words.test(message))?.[1] ?? 'document';
}

/** A refusal by one of the library's checks. */
export const refusedFor = (error: unknown): AnswerRefused => new AnswerRefused(reasonIn(error), error);
