import type { RoleCall } from './role.view.ts';

/** What a role of an area gives, as the review lists it. */
export interface ReviewedRole {
  /** About whom or what, in words. */
  readonly range: string;
  readonly gives: readonly { readonly code: string; readonly name: string; readonly dangerous: boolean }[];
}

/** Roles of an area that give something else than pages and buttons of the console: whose they are says what. */
export interface ReviewedArea {
  /** Name of the role area: `contact`, `fmm`, … */
  readonly area: string;
  /** What these roles give, by id, in the caller's language. */
  given(call: RoleCall, roleIds: readonly string[]): Promise<ReadonlyMap<string, ReviewedRole>>;
}
