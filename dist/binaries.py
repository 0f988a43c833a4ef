# SPDX-License-Identifier: MIT
"""What a shared library says of itself, read from its bytes: ELF, Mach-O and PE.

read(path) returns an object with the members

    format, machine, bits   "ELF", "Mach-O" or "PE"; "x86_64", "aarch64", "arm", "s390x"
    exports                 the names of the functions that it offers
    needed                  the libraries that the loader must find
    undefined               {name: version or ""} of what it wants of them (not Mach-O)
    weak                    those of `undefined` that may be missing
    facts                   other properties, each a word or "name=value"
"""
import struct

ELF_MACHINES = {62: "x86_64", 183: "aarch64", 40: "arm", 22: "s390x"}
MACH_MACHINES = {0x01000007: "x86_64", 0x0100000C: "aarch64"}
PE_MACHINES = {0x8664: "x86_64", 0xAA64: "aarch64"}


class Library:
    def __init__(self, form, data):
        self.format, self.data = form, data
        self.machine, self.bits = "unknown", 64
        self.exports, self.needed, self.undefined, self.weak = set(), [], {}, set()
        self.facts = set()

    def text(self, offset):
        return self.data[offset:self.data.index(b"\0", offset)].decode()


def read(path):
    data = open(path, "rb").read()
    if data[:4] == b"\x7fELF":
        return read_elf(data)
    if data[:4] == b"\xcf\xfa\xed\xfe":
        return read_mach(data)
    if data[:2] == b"MZ":
        return read_pe(data)
    raise ValueError("neither ELF, Mach-O nor PE")


# ---- ELF ----------------------------------------------------------------------------

def read_elf(data):
    library = Library("ELF", data)
    wide, order = data[4] == 2, "<>"[data[5] - 1]
    library.bits = 64 if wide else 32
    library.facts.add("big-endian" if order == ">" else "little-endian")

    def unpack(form, offset):
        return struct.unpack_from(order + form, data, offset)

    kind, machine = unpack("HH", 16)
    library.machine = ELF_MACHINES.get(machine, str(machine))
    if kind == 3:
        library.facts.add("shared")
    program, sections = unpack("QQ" if wide else "II", 32 if wide else 28)
    size, n_programs, section_size, n_sections = unpack("4H", 54 if wide else 42)
    for i in range(n_programs):
        at = program + i * size
        kind = unpack("I", at)[0]
        flags = unpack("I", at + (4 if wide else 24))[0]
        if kind == 0x6474E552:
            library.facts.add("relro")
        if kind == 0x6474E551 and flags & 1:
            library.facts.add("executable-stack")
    found = []
    for i in range(n_sections):
        name, kind, _, _, offset, length, link, info, _, entry = unpack(
            "IIQQQQIIQQ" if wide else "10I", sections + i * section_size)
        found.append((kind, offset, length, link, info, entry))
    strings = lambda section, name: library.text(found[section[3]][1] + name)
    by_kind = {section[0]: section for section in found}
    read_elf_dynamic(library, unpack, wide, by_kind[6], strings)
    versions = read_elf_versions(unpack, by_kind.get(0x6FFFFFFE), strings)
    read_elf_symbols(library, unpack, wide, by_kind[11], by_kind.get(0x6FFFFFFF), versions, strings)
    if 2 in by_kind:
        library.facts.add("not-stripped")
    return library


def read_elf_dynamic(library, unpack, wide, section, strings):
    for at in range(section[1], section[1] + section[2], 16 if wide else 8):
        tag, value = unpack("qQ" if wide else "iI", at)
        if tag == 0:
            break
        if tag == 1:
            library.needed.append(strings(section, value))
        elif tag in (15, 29):
            library.facts.add("runpath=" + strings(section, value))
        elif tag == 22 or tag == 30 and value & 4:
            library.facts.add("text-relocations")
        elif tag == 0x6FFFFFFB:
            library.facts.update(name for bit, name in ((1, "now"), (8, "nodelete")) if value & bit)


def read_elf_versions(unpack, section, strings):
    versions = {}
    if section is None:
        return versions
    at = section[1]
    for _ in range(section[4]):
        _, count, _, first, following = unpack("HHIII", at)
        entry = at + first
        for _ in range(count):
            _, _, number, name, after = unpack("IHHII", entry)
            versions[number] = strings(section, name)
            entry += after
        at += following
    return versions


def read_elf_symbols(library, unpack, wide, section, numbers, versions, strings):
    for i in range(1, section[2] // section[5]):
        at = section[1] + i * section[5]
        if wide:
            name, info, _, place = unpack("IBBH", at)
        else:
            name, _, _, info, _, place = unpack("IIIBBH", at)
        name = strings(section, name)
        if place != 0:
            library.exports.add(name)
            continue
        number = unpack("H", numbers[1] + 2 * i)[0] & 0x7FFF if numbers else 0
        library.undefined[name] = versions.get(number, "")
        if info >> 4 == 2:
            library.weak.add(name)


# ---- Mach-O -------------------------------------------------------------------------

def read_mach(data):
    library = Library("Mach-O", data)
    machine, _, kind, n_commands = struct.unpack_from("<4I", data, 4)
    library.machine = MACH_MACHINES.get(machine, str(machine))
    if kind == 6:
        library.facts.add("shared")
    at = 32
    for _ in range(n_commands):
        command, size = struct.unpack_from("<II", data, at)
        word = struct.unpack_from("<%dI" % (size // 4), data, at)
        if command in (0xC, 0x80000018, 0x8000001F):
            library.needed.append(library.text(at + word[2]))
        elif command == 0xD:
            library.facts.add("name=" + library.text(at + word[2]))
        elif command == 0x8000001C:
            library.facts.add("runpath=" + library.text(at + word[2]))
        elif command == 0x32:
            library.facts.add("platform=%d" % word[2])
            library.facts.add("minimum=%d.%d" % (word[3] >> 16, word[3] >> 8 & 255))
        elif command == 0x1D:
            library.facts.add("signed")
        elif command in (0x22, 0x80000022) and word[11]:
            read_mach_exports(library, word[10], 0, b"")
        elif command == 0x80000033 and word[3]:
            read_mach_exports(library, word[2], 0, b"")
        at += size
    return library


def number(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def read_mach_exports(library, start, offset, prefix):
    """The names are the paths of a tree; a node with content is the end of one."""
    data = library.data
    size, at = number(data, start + offset)
    if size:
        library.exports.add(prefix.decode().removeprefix("_"))
    at += size
    count, at = data[at], at + 1
    for _ in range(count):
        end = data.index(b"\0", at)
        child, after = number(data, end + 1)
        read_mach_exports(library, start, child, prefix + data[at:end])
        at = after


# ---- PE -----------------------------------------------------------------------------

def read_pe(data):
    library = Library("PE", data)
    header = struct.unpack_from("<I", data, 0x3C)[0] + 4
    machine, n_sections, stamp, _, _, optional, flags = struct.unpack_from("<HHIIIHH", data, header)
    library.machine = PE_MACHINES.get(machine, hex(machine))
    if flags & 0x2000:
        library.facts.add("shared")
    at = header + 20
    magic, = struct.unpack_from("<H", data, at)
    if magic != 0x20B:
        library.bits = 32
        return library
    characteristics, = struct.unpack_from("<H", data, at + 70)
    library.facts.update(name for bit, name in ((0x20, "high-entropy"), (0x40, "relocatable"),
                                                (0x100, "nx")) if characteristics & bit)
    sections = [struct.unpack_from("<IIII", data, at + optional + i * 40 + 8) for i in range(n_sections)]

    def place(address):
        for length, virtual, size, raw in sections:
            if virtual <= address < virtual + max(length, size):
                return raw + address - virtual
        raise ValueError("an address in no section")

    directories = [struct.unpack_from("<II", data, at + 112 + 8 * i) for i in range(16)]
    if directories[0][0]:
        table = place(directories[0][0])
        count, = struct.unpack_from("<I", data, table + 24)
        names = place(struct.unpack_from("<I", data, table + 32)[0])
        for i in range(count):
            library.exports.add(library.text(place(struct.unpack_from("<I", data, names + 4 * i)[0])))
    if directories[1][0]:
        read_pe_imports(library, place, place(directories[1][0]))
    if directories[13][0]:
        library.facts.add("delay-imports")
    return library


def read_pe_imports(library, place, entry):
    while True:
        names, _, _, name, addresses = struct.unpack_from("<5I", library.data, entry)
        if name == 0:
            return
        library.needed.append(library.text(place(name)))
        at = place(names or addresses)
        while True:
            value, = struct.unpack_from("<Q", library.data, at)
            if value == 0:
                break
            if not value >> 63:
                library.undefined[library.text(place(value & 0x7FFFFFFF) + 2)] = library.needed[-1]
            at += 8
        entry += 20
