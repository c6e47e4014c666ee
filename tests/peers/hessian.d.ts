declare module 'hessian.js' {
  const hessian: {
    DecoderV2: new (bytes: Buffer) => { read(): unknown };
    EncoderV2: new () => { write(value: unknown): unknown; get(): unknown };
  };
  export default hessian;
}
