import { idParameter } from '../http/id-parameter.ts';
import { INT64, parseInt64 } from '../values/int64.ts';

export const petId = idParameter('pet_not_found', "The pet's id.", parseInt64, INT64);
