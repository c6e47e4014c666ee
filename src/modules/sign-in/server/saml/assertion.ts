import { z } from 'zod';
import { AnswerRefused } from '../answer-refused.ts';
import type { Attributes } from '../match-person.ts';
import type { Identity } from '../redirect-way.ts';

/** How the library gives XML: text in `_`, attributes in `$`, children in lists by name; an empty element is an empty text. */
const text = z.union([z.object({ _: z.string().optional() }), z.string().transform((_) => ({ _ }))]);
/** The name of the subject, with what it means: all of it goes back with a sign-out. */
const nameId = z.union([
  z.object({ _: z.string().optional(), $: z.record(z.string(), z.string()).default({}) }),
  z.string().transform((_) => ({ _, $: {} })),
]);
const shape = z.object({
  Assertion: z.object({
    Issuer: z.array(text).length(1),
    Subject: z
      .array(
        z.object({
          NameID: z.array(nameId).max(1).default([]),
          SubjectConfirmation: z
            .array(
              z.object({
                $: z.object({ Method: z.string() }),
                SubjectConfirmationData: z
                  .array(
                    z.object({
                      $: z.object({
                        InResponseTo: z.string().default(''),
                        Recipient: z.string().default(''),
                        NotOnOrAfter: z.string().default(''),
                      }),
                    }),
                  )
                  .default([]),
              }),
            )
            .default([]),
        }),
      )
      .length(1),
    AuthnStatement: z
      .array(
        z.object({
          $: z.object({ SessionIndex: z.string().optional() }).default({}),
          AuthnContext: z.array(z.object({ AuthnContextClassRef: z.array(text).default([]) })).default([]),
        }),
      )
      .default([]),
    AttributeStatement: z
      .array(
        z.union([
          z.string().transform(() => ({ Attribute: [] })),
          z.object({
            Attribute: z
              .array(
                z.object({
                  $: z.object({ Name: z.string(), FriendlyName: z.string().optional() }),
                  AttributeValue: z.array(text).default([]),
                }),
              )
              .default([]),
          }),
        ]),
      )
      .default([]),
  }),
});

interface Assertion {
  issuer: string;
  confirmations: { bearer: boolean; inResponseTo: string; recipient: string; notOnOrAfter: string }[];
  nameId: string;
  /** Format and qualifiers of the name. */
  nameParts: Record<string, string>;
  /** Which session of theirs it is; null where the provider does not say. */
  sessionIndex: string | null;
  contexts: string[];
  attributes: Attributes;
}

const textsOf = (values: readonly z.output<typeof text>[]): string[] =>
  values.map(({ _ = '' }) => _.trim()).filter((value) => value !== '');

/** The signed assertion in our words; nothing of what is not signed is in it. */
export function assertionOf(parsed: unknown): Assertion {
  const found = shape.safeParse(parsed);
  if (!found.success) throw new AnswerRefused('document', found.error);
  const { Issuer, Subject, AuthnStatement, AttributeStatement } = found.data.Assertion;
  const attributes: Attributes = {};
  for (const { $, AttributeValue } of AttributeStatement.flatMap(({ Attribute }) => Attribute)) {
    const values = textsOf(AttributeValue);
    for (const name of new Set([$.Name, $.FriendlyName ?? $.Name]))
      if (values.length > 0) attributes[name] = [...(attributes[name] ?? []), ...values];
  }
  const [named] = Subject.flatMap(({ NameID }) => NameID);
  return {
    sessionIndex: AuthnStatement.flatMap(({ $: { SessionIndex } }) => SessionIndex ?? [])[0] ?? null,
    nameParts: named?.$ ?? {},
    issuer: textsOf(Issuer)[0] ?? '',
    nameId: named?._?.trim() ?? '',
    confirmations: Subject.flatMap(({ SubjectConfirmation }) => SubjectConfirmation).flatMap(({ $: { Method }, SubjectConfirmationData }) =>
      SubjectConfirmationData.map(({ $ }) => ({
        bearer: Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
        inResponseTo: $.InResponseTo,
        recipient: $.Recipient,
        notOnOrAfter: $.NotOnOrAfter,
      })),
    ),
    contexts: textsOf(
      AuthnStatement.flatMap(({ AuthnContext }) => AuthnContext).flatMap(({ AuthnContextClassRef }) => AuthnContextClassRef),
    ),
    attributes,
  };
}

/** Who that is; the name of the subject is an attribute like the others, called `nameId`. */
export function identityOf(
  { nameId, contexts, attributes }: Pick<Assertion, 'nameId' | 'contexts' | 'attributes'>,
  assurance: readonly string[],
): Identity {
  const all = nameId === '' ? attributes : { ...attributes, nameId: [nameId] };
  if (Object.keys(all).length === 0) throw new AnswerRefused('identity');
  return { attributes: all, strong: contexts.some((one) => assurance.includes(one)) };
}
