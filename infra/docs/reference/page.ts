/** A link of the navigation. */
export interface PageLink {
  readonly label: string;
  readonly href: string;
}

/** One HTML page of the site. */
export interface Page {
  readonly title: string;
  /** The HTML of the main part. */
  readonly body: string;
  /** Whether a script draws the `main` element, of which a page has one. @default false */
  readonly drawsMain?: boolean;
  /** The HTML of what only this page loads. */
  readonly head?: string;
}

/**
 * What a page may load and do: nothing from elsewhere, and no script or style but its own files.
 * @param connect where its scripts may send requests
 */
export const contentSecurityPolicy = (connect: "'none'" | "'self'"): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src ${connect}; base-uri 'none'; form-action 'none'`;

/** Renders a page. The policy is in it, as who publishes static files may not set headers. */
export const renderPage = (
  { title, body, drawsMain = false, head = '' }: Page,
  navigation: readonly PageLink[],
  policy: string,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Pet Store</title>
<link rel="icon" href="data:,">
${head}<link rel="stylesheet" href="site.css">
</head>
<body>
<header><a class="name" href="index.html">Pet Store</a><nav>${navigation.map(renderLink).join('')}</nav></header>
${drawsMain ? `<div class="page">\n${body}</div>` : `<main class="page">\n${body}</main>`}
</body>
</html>
`;

const renderLink = ({ label, href }: PageLink): string =>
  `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;

/** Makes text safe between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
