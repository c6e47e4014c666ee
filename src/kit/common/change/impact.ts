/** What nobody should do without noticing: people lose their sign-in, or somebody who leads or administers is among them. */
const loud = new Set(['loseSignIn', 'signedOut', 'administrators', 'managers', 'sessions', 'devices']);

/** Whether what is touched is worth a warning. */
export function isLoud(impact: Readonly<Record<string, number>>): boolean {
  return Object.entries(impact).some(([name, count]) => count > 0 && loud.has(name));
}
