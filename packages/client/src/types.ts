import type { components } from './openapi.ts';

type Schemas = components['schemas'];

export type Category = Schemas['Category'];
export type Message = Schemas['Message'];
export type NewCategory = Schemas['NewCategory'];
export type NewMessage = Schemas['NewMessage'];
export type NewOrder = Schemas['NewOrder'];
export type NewPet = Schemas['NewPet'];
export type NewWebhook = Schemas['NewWebhook'];
export type OrderEvent = Schemas['OrderEvent'];
export type Order = Schemas['Order'];
export type Pet = Schemas['Pet'];
export type PetEvent = Schemas['PetEvent'];
export type PetPatch = Schemas['PetPatch'];
export type PetStatus = Schemas['PetStatus'];
export type Webhook = Schemas['Webhook'];
export type WebhookPatch = Schemas['WebhookPatch'];
