import type { Language } from '@point-of-sale/receipt-printer-encoder';

/** A receipt printer at this device. `print` rejects when the printer did not take the ticket, so that none is lost silently. */
export interface Printer {
  name: string;
  language: Language;
  print: (bytes: Uint8Array) => Promise<void>;
}

// The parts of WebUSB and Web Serial that are used; the compiler's browser types lack them.
interface UsbDevice {
  vendorId: number;
  productName?: string;
  opened: boolean;
  configuration: { interfaces: UsbInterface[] } | null;
  open(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  transferOut(endpoint: number, data: BufferSource): Promise<{ status: string }>;
}
interface UsbInterface {
  interfaceNumber: number;
  alternate: { interfaceClass: number; endpoints: { endpointNumber: number; direction: string; type: string }[] };
}
interface SerialPort {
  writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number }): Promise<void>;
}
interface Ports {
  usb?: { requestDevice(options: object): Promise<UsbDevice>; getDevices(): Promise<UsbDevice[]> };
  serial?: { requestPort(): Promise<SerialPort>; getPorts(): Promise<SerialPort[]> };
}

export type PrinterConnection = 'usb' | 'serial';

const PRINTER_CLASS = 7;
const STAR = 0x0519;
const BAUD = 9600;

const ports = () => navigator as Navigator & Ports;

/** How this browser can reach a printer. Empty in Safari and Firefox, and on insecure pages. */
export const availableConnections = (): PrinterConnection[] =>
  (['usb', 'serial'] as const).filter((way) => ports()[way] !== undefined);

/** Asks the person to choose a printer; must be called from a tap. Null: none was chosen. */
export async function choosePrinter(way: PrinterConnection): Promise<Printer | null> {
  try {
    if (way === 'usb') {
      const device = await ports().usb?.requestDevice({ filters: [{ classCode: PRINTER_CLASS }] });
      return device ? usbPrinter(device) : null;
    }
    const port = await ports().serial?.requestPort();
    return port ? serialPrinter(port) : null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}

/** The printer that was chosen earlier, if it is connected. */
export async function knownPrinter(): Promise<Printer | null> {
  const [device] = (await ports().usb?.getDevices()) ?? [];
  if (device) return usbPrinter(device);
  const [port] = (await ports().serial?.getPorts()) ?? [];
  return port ? serialPrinter(port) : null;
}

const usbPrinter = (device: UsbDevice): Printer => ({
  name: device.productName || 'USB printer',
  language: device.vendorId === STAR ? 'star-prnt' : 'esc-pos',
  print: async (bytes) => {
    if (!device.opened) await device.open();
    if (!device.configuration) await device.selectConfiguration(1);
    const face = device.configuration?.interfaces.find(({ alternate }) => alternate.interfaceClass === PRINTER_CLASS);
    const out = face?.alternate.endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk');
    if (!face || !out) throw new Error('The device has no way in for a ticket');
    await device.claimInterface(face.interfaceNumber);
    const { status } = await device.transferOut(out.endpointNumber, bytes as Uint8Array<ArrayBuffer>);
    if (status !== 'ok') throw new Error(`The printer answered ${status}`);
  },
});

const serialPrinter = (port: SerialPort): Printer => ({
  name: 'Serial printer',
  language: 'esc-pos',
  print: async (bytes) => {
    if (!port.writable) await port.open({ baudRate: BAUD });
    const writer = port.writable?.getWriter();
    if (!writer) throw new Error('The port takes nothing');
    try {
      await writer.write(bytes);
    } finally {
      writer.releaseLock();
    }
  },
});
