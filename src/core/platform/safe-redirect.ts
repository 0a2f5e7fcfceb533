/**
 * Where to go after signing in: the given path if it is on our own site, otherwise `/`. Refuses anything that a browser
 * could read as another host (`//evil.example`, `/\evil.example`, or the tabs and line breaks that it drops).
 */
export function safeRedirectPath(path: string | null | undefined): string {
  // Two slashes anywhere: a router that normalizes `/.//evil.example` would be left with a host.
  if (!path?.startsWith('/') || /^[^?#]*\/\//.test(path)) return '/';
  // A space is fine in a filter, but no path of ours begins with one.
  if (path.startsWith('/ ')) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from an address, which could turn a path into a host
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return '/';
  return path;
}
