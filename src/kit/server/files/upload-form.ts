/** The form in which a program uploads a file as the console does: fetch and fastify's `inject` take it as it is. */
export function uploadForm(name: string, content: Uint8Array): FormData {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(content)], name, { type: 'application/octet-stream' }));
  return form;
}
