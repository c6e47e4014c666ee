/** An attribute of a resource (RFC 7643 7). */
export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'complex';
  readonly multi?: true;
  readonly required?: true;
  readonly exact?: true;
  readonly mutability?: 'readOnly' | 'writeOnly' | 'immutable';
  readonly unique?: true;
  readonly of?: readonly Attribute[];
}

const text = (name: string, more: Partial<Attribute> = {}): Attribute => ({ name, type: 'string', ...more });

/** Several values with a type, of which one may be the primary. */
const plural = (name: string): Attribute => ({
  name,
  type: 'complex',
  multi: true,
  of: [text('value'), text('display'), text('type'), { name: 'primary', type: 'boolean' }],
});

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const common: readonly Attribute[] = [
  text('id', { mutability: 'readOnly', exact: true, unique: true }),
  text('externalId', { exact: true }),
  {
    name: 'meta',
    type: 'complex',
    mutability: 'readOnly',
    of: [
      text('resourceType'),
      { name: 'created', type: 'dateTime' },
      { name: 'lastModified', type: 'dateTime' },
      text('location'),
      text('version'),
    ],
  },
];

const user: readonly Attribute[] = [
  text('userName', { required: true, unique: true }),
  {
    name: 'name',
    type: 'complex',
    of: ['formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix'].map((name) => text(name)),
  },
  text('displayName'),
  text('nickName'),
  { name: 'profileUrl', type: 'reference' },
  text('title'),
  text('userType'),
  text('preferredLanguage'),
  text('locale'),
  text('timezone'),
  { name: 'active', type: 'boolean' },
  // Passwords of a directory stay there: what is sent is dropped.
  text('password', { mutability: 'writeOnly', exact: true }),
  plural('emails'),
  plural('phoneNumbers'),
  plural('ims'),
  plural('photos'),
  {
    name: 'addresses',
    type: 'complex',
    multi: true,
    of: [
      ...['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country', 'type'].map((name) => text(name)),
      { name: 'primary', type: 'boolean' },
    ],
  },
  {
    name: 'groups',
    type: 'complex',
    multi: true,
    mutability: 'readOnly',
    of: [text('value'), { name: '$ref', type: 'reference' }, text('display'), text('type')],
  },
  // Roles and entitlements of the other side never become roles of this console: they are kept as words.
  plural('entitlements'),
  plural('roles'),
];

const enterprise: readonly Attribute[] = [
  text('employeeNumber'),
  text('costCenter'),
  text('organization'),
  text('division'),
  text('department'),
  {
    name: 'manager',
    type: 'complex',
    of: [text('value'), { name: '$ref', type: 'reference' }, text('displayName', { mutability: 'readOnly' })],
  },
];

const group: readonly Attribute[] = [
  text('displayName', { required: true }),
  {
    name: 'members',
    type: 'complex',
    multi: true,
    of: [text('value'), { name: '$ref', type: 'reference' }, text('display'), text('type')],
  },
];

/** A type of resource with its attributes; those of an extension lie under its address. */
export interface ResourceSchema {
  readonly name: 'User' | 'Group';
  readonly endpoint: 'Users' | 'Groups';
  readonly id: string;
  readonly attributes: readonly Attribute[];
  readonly extensions: Readonly<Record<string, readonly Attribute[]>>;
}

export const users: ResourceSchema = {
  name: 'User',
  endpoint: 'Users',
  id: userSchema,
  attributes: [...common, ...user],
  extensions: { [enterpriseSchema]: enterprise },
};

export const groups: ResourceSchema = {
  name: 'Group',
  endpoint: 'Groups',
  id: groupSchema,
  attributes: [...common, ...group],
  extensions: {},
};

/** An attribute by its name, whatever the case (RFC 7643 2.1). */
export const attributeOf = (attributes: readonly Attribute[] | undefined, name: string): Attribute | undefined =>
  attributes?.find((one) => one.name.toLowerCase() === name.toLowerCase());

/** The wire form of an attribute in `/Schemas`. */
function shown({ name, type, multi, required, exact, mutability, unique, of }: Attribute): Record<string, unknown> {
  return {
    name,
    type,
    multiValued: multi === true,
    description: name,
    required: required === true,
    caseExact: exact === true,
    mutability: mutability ?? 'readWrite',
    returned: mutability === 'writeOnly' ? 'never' : 'default',
    uniqueness: unique ? 'server' : 'none',
    ...(of && { subAttributes: of.map(shown) }),
  };
}

const schemaSchema = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

/** What `/Schemas` answers (RFC 7643 7). */
export function schemasAt(base: string): Record<string, unknown>[] {
  const all: [string, string, readonly Attribute[]][] = [
    [userSchema, 'User', user],
    [enterpriseSchema, 'EnterpriseUser', enterprise],
    [groupSchema, 'Group', group],
  ];
  return all.map(([id, name, attributes]) => ({
    schemas: [schemaSchema],
    id,
    name,
    description: name,
    attributes: attributes.map(shown),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }));
}

/** What `/ResourceTypes` answers (RFC 7643 6). */
export function resourceTypesAt(base: string): Record<string, unknown>[] {
  return [users, groups].map(({ name, endpoint, id, extensions }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: `/${endpoint}`,
    schema: id,
    schemaExtensions: Object.keys(extensions).map((schema) => ({ schema, required: false })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }));
}

/** The most operations of one bulk request, and its bytes. */
export const bulkLimits = { operations: 1_000, bytes: 1_048_576 };
/** The most resources of one page. */
export const mostResults = 200;

/** What `/ServiceProviderConfig` answers (RFC 7643 5). */
export const providerConfigAt = (base: string): Record<string, unknown> => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: bulkLimits.operations, maxPayloadSize: bulkLimits.bytes },
  filter: { supported: true, maxResults: mostResults },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'A token made on the page of user sources', primary: true },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});
