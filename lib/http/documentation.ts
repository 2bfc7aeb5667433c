/** Where the documents of the interface are published: the one place to name your own address. */
export const DOCUMENTATION = new URL('https://docs.petstore.example/');
