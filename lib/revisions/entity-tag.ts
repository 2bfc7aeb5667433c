/** Writes the revision of an item as a strong entity tag (RFC 9110, section 8.8.3). */
export const entityTag = (revision: string): string => `"${revision}"`;
