import type { Database } from '../../books/ledger/database/database.ts';
import { createDeliveryList, type DeliveryList } from './delivery-list.ts';
import { createDeliveryQueue, type DeliveryQueue } from './delivery-queue.ts';

export interface Deliveries extends DeliveryQueue, DeliveryList {}

export const createDeliveries = (database: Database): Deliveries => ({
  ...createDeliveryQueue(database),
  ...createDeliveryList(database),
});
