/** Words of RFC 7644 3.12 for what is wrong with a request. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'sensitive';

/** An answer of SCIM that is no success (RFC 7644 3.12). The detail is English: programs and their makers read it. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  /** Seconds after which the same may be tried again. */
  readonly retryAfter: number | undefined;

  constructor(status: number, detail: string, more: { scimType?: ScimType; retryAfter?: number } = {}) {
    super(detail);
    this.status = status;
    this.scimType = more.scimType;
    this.retryAfter = more.retryAfter;
  }

  /** The body of the answer. */
  body(): Record<string, unknown> {
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(this.status),
      ...(this.scimType && { scimType: this.scimType }),
      detail: this.message,
    };
  }
}

/** What is wrong with the input itself. */
export const badRequest = (scimType: ScimType, detail: string): ScimError => new ScimError(400, detail, { scimType });

/** A resource that is not there, or not this source's. */
export const noResource = (id: string): ScimError => new ScimError(404, `Resource ${id} not found`);
