/** What the stand-in of a bucket uses of a package that brings no types. */
declare module 'aws4' {
  interface Aws4Request {
    readonly service: string
    readonly region: string
    readonly method: string
    /** With its query, percent-encoded. */
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly signQuery?: boolean
  }
  interface Aws4Signed {
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
  }
  interface Aws4Keys {
    readonly accessKeyId: string
    readonly secretAccessKey: string
  }
  const aws4: { sign(request: Aws4Request, keys: Aws4Keys): Aws4Signed }
  export default aws4
}
