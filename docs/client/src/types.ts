import type { components } from './openapi.ts';

type Schemas = components['schemas'];

export type Message = Schemas['Message'];
export type NewMessage = Schemas['NewMessage'];
export type NewOrder = Schemas['NewOrder'];
export type NewPet = Schemas['NewPet'];
export type Order = Schemas['Order'];
export type Pet = Schemas['Pet'];
export type PetPatch = Schemas['PetPatch'];
export type PetStatus = Schemas['PetStatus'];
