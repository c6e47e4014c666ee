import { mapByExpression } from '#modules/gateway/server/public.ts';
import { UnknownShape, type RobotContent } from '../content.ts';
import { own } from './shapes.ts';

/** What the mapping of a robot makes of a body of no known shape: a message of its own shape. */
export async function mapped(expression: string, body: unknown): Promise<RobotContent> {
  const made = await mapByExpression(expression, body);
  if ('reason' in made) throw new UnknownShape(`mapping: ${made.reason}`);
  return own(made.value, 'mapped');
}
