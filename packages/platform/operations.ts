import { getPoint, listPoints, nearPoints } from './location.ts';
import { cancelPickup, createPickup, getCutoffTime, getPickup, listPickups } from './pickups.ts';
import { createReturn, getReturn, getReturnLabel } from './returns.ts';
import { createShipment, getShipment, getShipmentLabel } from './shipping.ts';
import { trackParcels } from './tracking.ts';

/** All known calls of the platform's products. */
export const OPERATIONS = {
  listPoints,
  getPoint,
  nearPoints,
  createShipment,
  getShipment,
  getShipmentLabel,
  trackParcels,
  createReturn,
  getReturn,
  getReturnLabel,
  createPickup,
  listPickups,
  getPickup,
  cancelPickup,
  getCutoffTime,
};

export type OperationName = keyof typeof OPERATIONS;
