import { z } from 'zod';
import { endpoint } from '../contract.ts';

const menuNode = z.object({
  code: z.string(),
  name: z.string(),
  route: z.string().optional(),
  icon: z.string().optional(),
  nested: z.boolean().optional(),
  get children() {
    return z.array(menuNode);
  },
});
/** A granted page or group of pages. */
export type MenuNode = z.output<typeof menuNode>;

/** The granted pages as a tree with all above them, named in the caller's language. */
export const getMenu = endpoint({
  method: 'GET',
  path: 'getMenu',
  access: { signedIn: true },
  input: z.object({}),
  reply: z.array(menuNode),
  summary: 'The granted menu',
});

/** The granted buttons. */
export const getButton = endpoint({
  method: 'GET',
  path: 'getButton',
  access: { signedIn: true },
  input: z.object({}),
  reply: z.array(z.object({ code: z.string(), name: z.string() })),
  summary: 'The granted buttons',
});
