/** What Atelier uses of a package that brings no types. What it parsed is parsed again where it is used. */
declare module 'm3u8-parser' {
  export class Parser {
    readonly manifest: unknown
    push(text: string): void
    end(): void
  }
}
