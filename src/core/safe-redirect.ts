/**
 * Where to go after signing in: the given path when it is one of our own site, else `/`.
 * Anything a browser could read as another host (`//evil.example`, `/\evil.example`, tabs and line
 * breaks it would drop) is refused.
 */
export function safeRedirectPath(path: string | null | undefined): string {
  // Two slashes anywhere: a router that tidies up `/.//evil.example` would be left with a host.
  if (!path?.startsWith('/') || /^[^?#]*\/\//.test(path)) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from an address, which could turn a path into a host
  if (/[\u0000-\u0020\u007f\\]/.test(path)) return '/';
  return path;
}
