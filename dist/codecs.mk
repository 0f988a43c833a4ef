# SPDX-License-Identifier: MIT
# Compiles the codecs' sources, as dist/fetch.sh unpacked them, to $(OUT)/codecs.a.
#
#     make -f dist/codecs.mk CC=... AR=... OUT=folder

VENDOR  := build/dist/vendor
ZSTD    := $(VENDOR)/zstd-sys/zstd/lib
LZ4     := $(VENDOR)/lz4-sys/liblz4/lib
BROTLI  := $(VENDOR)/compu-brotli-sys/brotli/c
ZLIB    := $(VENDOR)/libz-sys/src/zlib
DEFLATE := $(VENDOR)/libdeflate-sys/libdeflate

# The assembler file is empty but on x86-64.  Of zlib, what reads and writes files is left out.
SOURCES := $(wildcard $(ZSTD)/common/*.c $(ZSTD)/compress/*.c $(ZSTD)/decompress/*.c $(ZSTD)/decompress/*.S) \
           $(addprefix $(LZ4)/,lz4.c lz4hc.c lz4frame.c xxhash.c) \
           $(wildcard $(BROTLI)/common/*.c $(BROTLI)/dec/*.c $(BROTLI)/enc/*.c) \
           $(addprefix $(ZLIB)/,adler32.c crc32.c deflate.c inffast.c inflate.c inftrees.c trees.c zutil.c) \
           $(wildcard $(DEFLATE)/lib/*.c $(DEFLATE)/lib/*/*.c)
OBJECTS := $(SOURCES:$(VENDOR)/%=$(OUT)/%.o)

# Some codecs give their functions default visibility; "visibility" hides them all the same.
FLAGS   := -O2 -g0 -w -fno-sanitize=undefined -ffunction-sections -fdata-sections \
           -fvisibility=hidden -DZSTD_TRACE=0 -D'visibility(level)=visibility("hidden")' $(PIC) \
           -I$(BROTLI)/include

.DELETE_ON_ERROR:

$(OUT)/codecs.a: $(OBJECTS)
	@rm -f $@
	@$(AR) rcs $@ $^

# LZ4 and zstd bring xxhash along, each its own version.
$(OUT)/lz4-sys/%: FLAGS += -DXXH_NAMESPACE=LZ4_

$(OUT)/%.o: $(VENDOR)/%
	@mkdir -p $(@D)
	@$(CC) $(FLAGS) -c -o $@ $<
