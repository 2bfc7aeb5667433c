/**
 * Whether an API's BinaryMediaTypes, where a star stands for any type or subtype, include the first media type of a
 * Content-Type or Accept header. API Gateway Developer Guide, "Binary media types for REST APIs in API Gateway".
 */
export const isBinary = (
  binaryMediaTypes: readonly string[],
  header: string | undefined,
): boolean => {
  const mediaType = header?.split(/[,;]/, 1)[0]?.trim().toLowerCase() ?? '';
  const [type, subtype] = mediaType.split('/', 2);
  return binaryMediaTypes.some((pattern) => {
    const [wantedType, wantedSubtype] = pattern.toLowerCase().split('/', 2);
    return pattern === '*/*' || (wantedType === type && ['*', subtype].includes(wantedSubtype));
  });
};
