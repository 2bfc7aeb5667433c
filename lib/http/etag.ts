/** The `ETag` of an item with this revision: a strong entity tag (RFC 9110, section 8.8.3). */
export const etagOf = (revision: string): string => `"${revision}"`;
