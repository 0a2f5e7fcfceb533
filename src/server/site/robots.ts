/** What search engines may read, and where the sitemap is. */
export function robotsTxt(publicUrl: string): string {
  return `User-agent: *
Disallow: /admin
Disallow: /auth/
Disallow: /api/
Disallow: /test-payment/

Sitemap: ${publicUrl}/sitemap.xml
`;
}
