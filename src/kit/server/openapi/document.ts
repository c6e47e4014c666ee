import type { Endpoint } from '#kit/common/contract.ts';
import type { Content, Parameter, Response } from './call-shape.ts';
import type { JsonSchema } from './json-schema.ts';
import { shareSchemas, type SchemaPlace } from './shared-schemas.ts';
import { doneWith, envelopes, standardAnswers, standardAnswersOf } from './standard-answers.ts';

/** A description of calls. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
}

/** Stands for a shared part. */
interface Reference {
  readonly $ref: string;
}

/** A call as the description tells it, its schemas written out. */
export interface DescribedCall {
  address: string;
  method: Endpoint['method'];
  operationId: string;
  isOpen: boolean;
  facts: Record<string, unknown>;
  parameters: readonly Parameter[];
  body: Content | undefined;
  response: Response;
  /** Answers with a status of their own beside the standard ones. */
  more?: JsonSchema;
}

/** The description of calls by their address, with what they have in common told once. */
export function documentOf({ title, version }: { title: string; version: string }, calls: readonly DescribedCall[]): OpenApiDocument {
  const sorted = calls.toSorted((a, b) => a.address.localeCompare(b.address));
  const parameters = sharedParameters(sorted);
  const places = [...parameters.places];
  const paths: OpenApiDocument['paths'] = {};
  for (const call of sorted) {
    const operation = operationOf(call, parameters.of(call), places);
    paths[call.address] = { ...paths[call.address], [call.method.toLowerCase()]: operation };
  }
  const schemas = shareSchemas(places);
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: 'Every answer is { code, msg, data }; code 0 is success. See docs/glossary.md and the design of codes.',
    },
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'apiKey', in: 'header', name: 'accessToken' } },
      parameters: parameters.shared,
      responses: standardAnswers,
      schemas: { ...envelopes, ...schemas },
    },
  };
}

function operationOf(call: DescribedCall, parameters: readonly (Parameter | Reference)[], places: SchemaPlace[]): JsonSchema {
  const { body, response } = call;
  return {
    operationId: call.operationId + (call.method === 'GET' ? '' : `.${call.method.toLowerCase()}`),
    ...call.facts,
    ...(parameters.length > 0 && { parameters: parameters.map((parameter) => placed(call.operationId, parameter, places)) }),
    ...(body && { requestBody: { content: { [body.type]: contentOf(`${call.operationId}.input`, body.schema, places) } } }),
    responses: {
      200:
        'raw' in response
          ? { description: 'Not an envelope: a file, a picture or a stream' }
          : {
              description: 'Done, or refused with a code',
              content: { 'application/json': replyOf(call.operationId, response.reply, places) },
            },
      ...call.more,
      ...standardAnswersOf(call),
    },
  };
}

function contentOf(name: string, schema: JsonSchema, places: SchemaPlace[]): { schema: JsonSchema } {
  const content = { schema };
  places.push(placeOf(name, content));
  return content;
}

function replyOf(name: string, reply: JsonSchema, places: SchemaPlace[]): { schema: JsonSchema } {
  const { schema, properties } = doneWith(reply);
  places.push({ name, schema: reply, put: (data) => (properties.data = data) });
  return { schema };
}

function placed(operationId: string, parameter: Parameter | Reference, places: SchemaPlace[]): Parameter | Reference {
  if ('$ref' in parameter) return parameter;
  const own = { ...parameter };
  places.push(placeOf(`${operationId}.${own.name}`, own));
  return own;
}

const placeOf = (name: string, holder: { schema: JsonSchema }): SchemaPlace => ({
  name,
  schema: holder.schema,
  put: (schema) => (holder.schema = schema),
});

/** Shorter parameters are repeated. */
const worthSharing = 90;

interface SharedParameters {
  /** By the name of the component, with the place that its schema is named by. */
  shared: Record<string, Parameter>;
  places: SchemaPlace[];
  /** The parameters of a call, the shared ones as references. */
  of(call: DescribedCall): (Parameter | Reference)[];
}

/** Parameters that several calls have, told once: under their own name, where another has it under that of the first operation. */
function sharedParameters(calls: readonly DescribedCall[]): SharedParameters {
  const uses = new Map<string, { parameter: Parameter; first: string; count: number }>();
  for (const { operationId, parameters } of calls)
    for (const parameter of parameters) {
      const text = JSON.stringify(parameter);
      const known = uses.get(text) ?? { parameter, first: operationId, count: 0 };
      uses.set(text, { ...known, count: known.count + 1 });
    }
  const names = new Map<string, string>();
  const shared: Record<string, Parameter> = {};
  const places: SchemaPlace[] = [];
  for (const [text, { parameter, first, count }] of uses) {
    if (count < 2 || text.length < worthSharing) continue;
    const name = shared[parameter.name] ? `${first}.${parameter.name}` : parameter.name;
    names.set(text, name);
    shared[name] = { ...parameter };
    places.push(placeOf(`${first}.${parameter.name}`, shared[name]));
  }
  const of = (call: DescribedCall): (Parameter | Reference)[] =>
    call.parameters.map((parameter) => {
      const name = names.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
  return { shared, places, of };
}
