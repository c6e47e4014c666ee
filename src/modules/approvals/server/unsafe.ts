/** A call that came from no browser: handlers that can be tried read headers at most. */
export function withoutHttp<Request, Response>(): { request: Request; response: Response } {
  const request: unknown = { headers: {}, ip: '', id: '' };
  return { request: request as Request, response: {} as Response };
}
